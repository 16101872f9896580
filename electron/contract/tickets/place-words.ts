/**
 * Words in the name of a group that say where its choices go: a half of a pizza, a side. English,
 * Spanish, Portuguese, without accents.
 */
const places =
  /\b(half|halves|left|right|mitad|mitades|medio|media|izquierd[ao]|derech[ao]|metade|meia|meio|esquerd[ao]|direit[ao]|quarter|cuarto|quarto)\b|\b1\/[234]|[½⅓¼]/i

/** Whether a group's name says where its choices go, so that it must stay beside them. */
export const isPlaceName = (name: string): boolean =>
  places.test(name) || places.test(name.normalize('NFD').replace(/\p{M}/gu, ''))
