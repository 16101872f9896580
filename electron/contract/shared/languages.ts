/**
 * The languages of the screens and of paper. A new language is one more name here, and the files
 * and words of allergies that the compiler then asks for.
 */
export const languages = ['en', 'es', 'pt'] as const
export type Language = (typeof languages)[number]
