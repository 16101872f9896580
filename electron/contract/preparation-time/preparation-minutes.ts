/* Without zod, for the page. */

/** Preparation times are whole minutes from 0 up to this. */
export const maxPreparationMinutes = 240

/** Steps of the buttons, and what a suggestion is rounded up to, in minutes. */
export const preparationStep = 5
