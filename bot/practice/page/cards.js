// What cards are called aloud: a sign like 9♠ is read in as many ways as there are screen readers.

const RANKS = "2 3 4 5 6 7 8 9 10 J Q K A".split(" ");
const NUMBERS = ["2", "3", "4", "5", "6", "7", "8", "9", "10"];
const SAID = {
  en: { ranks: [...NUMBERS, "jack", "queen", "king", "ace"], suits: ["spades", "hearts", "diamonds", "clubs"], jokers: ["high joker", "low joker"], card: (rank, suit) => `${rank} of ${suit}` },
  sv: { ranks: [...NUMBERS, "knekt", "dam", "kung", "ess"], suits: ["spader", "hjärter", "ruter", "klöver"], jokers: ["hög joker", "låg joker"], card: (rank, suit) => `${suit} ${rank}` },
  bg: { ranks: [...NUMBERS, "вале", "дама", "поп", "асо"], suits: ["пика", "купа", "каро", "спатия"], jokers: ["висок жокер", "нисък жокер"], card: (rank, suit) => `${rank} ${suit}` },
  ru: { ranks: [...NUMBERS, "валет", "дама", "король", "туз"], suits: ["пик", "червей", "бубён", "треф"], jokers: ["старший джокер", "младший джокер"], card: (rank, suit) => `${rank} ${suit}` },
};
const CARD = /^(10|[2-9AKQJT])([♠♥♦♣])[\uFE0E\uFE0F]?$/u;
const JOKER = /^J([+\-−])$/u;

/** The name of the card that a text is, in this language of Discord; null for any other text. */
export function cardName(text, locale = "en") {
  const words = SAID[String(locale).split("-")[0]] ?? SAID.en;
  const joker = JOKER.exec(text);
  if (joker) return words.jokers[joker[1] === "+" ? 0 : 1];
  const card = CARD.exec(text);
  if (!card) return null;
  const rank = card[1] === "T" ? "10" : card[1];
  return words.card(words.ranks[RANKS.indexOf(rank)], words.suits["♠♥♦♣".indexOf(card[2])]);
}
