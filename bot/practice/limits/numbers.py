"""Discord's limits as numbers (state of August 2026). Lengths in characters, times in seconds, sizes in bytes."""

from __future__ import annotations

# Messages
CONTENT = 2000
EMBEDS = 10
ATTACHMENTS = 10
ATTACHMENT_BYTES = 10 * 1024 * 1024
ATTACHMENT_DESCRIPTION = 1024
FILE_NAME = 1024

# Message flags
EPHEMERAL = 1 << 6
LOADING = 1 << 7
SUPPRESS_NOTIFICATIONS = 1 << 12
COMPONENTS_V2 = 1 << 15

# Components in a message
COMPONENTS = 40  # with nested ones, in a message with the Components V2 flag
COMPONENT_ID = 2**31 - 1
ROWS_WITHOUT_V2 = 5
TEXT_IN_ALL = 4000  # over all text displays of a message
CUSTOM_ID = 100
BUTTONS_IN_ROW = 5
BUTTON_LABEL = 80
BUTTON_URL = 512
EMOJI_NAME = 32
SELECT_OPTIONS = 25
SELECT_VALUES = 25
OPTION_TEXT = 100  # label, value and description of a select's option
PLACEHOLDER = 150
SECTION_TEXTS = 3
GALLERY_ITEMS = 10
MEDIA_DESCRIPTION = 1024
COLOUR = 0xFFFFFF

# Modals
MODAL_PARTS = 5
MODAL_TITLE = 45
LABEL = 45
LABEL_DESCRIPTION = 100
TEXT_INPUT = 4000
TEXT_INPUT_PLACEHOLDER = 100
GROUP_OPTIONS = 10
RADIO_OPTIONS_LEAST = 2
UPLOADS = 10

# Commands
GLOBAL_COMMANDS = 100
COMMAND_OPTIONS = 25
COMMAND_CHOICES = 25
COMMAND_NAME = 32
COMMAND_NAME_PATTERN = r"[-_'\w]{1,32}"  # \w as in Python's re: letters and digits of every script
COMMAND_DESCRIPTION = 100
COMMAND_CHARACTERS = 8000  # names, descriptions and values of one command together
CHOICE_NAME = 100
CHOICE_VALUE = 100
COMMANDS_CREATED_A_DAY = 200  # a server
AUTOCOMPLETE_CHOICES = 25

# Threads and channels
CHANNEL_NAME = 100
THREAD_ARCHIVE_MINUTES = (60, 1440, 4320, 10080)

# Application emoji
APPLICATION_EMOJIS = 2000
EMOJI_BYTES = 256 * 1024

# Interactions
FIRST_ANSWER_SECONDS = 3.0
TOKEN_SECONDS = 15 * 60.0

# Rate limits: (requests, seconds)
CHANNEL_SENDS = (5, 5.0)  # a channel
CHANNEL_EDITS = (5, 5.0)  # a channel
CHANNEL_DELETES = (5, 1.0)  # a channel
OLD_MESSAGE_SECONDS = 3600.0
NONCE_SECONDS = 180.0  # the documentation says: the past few minutes
OLD_MESSAGE_EDITS = (3, 6.0)  # a channel; answered with code 30046
WEBHOOK_WRITES = (5, 2.0)  # an interaction's token
GLOBAL_REQUESTS = (50, 1.0)  # over all routes but those of interactions and webhooks

# Gateway
IDENTIFIES_A_DAY = 1000
IDENTIFY_SECONDS = 5.0  # in which as many connections may identify as `max_concurrency` says
HEARTBEAT_MILLISECONDS = 41250
SESSION_EVENTS = 2000  # kept for a resume
SESSION_SECONDS = 180.0  # how long a lost socket may be resumed
