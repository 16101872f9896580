/** How many letters the name of a screen may have. */
export const longestName = 40
