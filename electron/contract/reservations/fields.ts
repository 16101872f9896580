/*
 * Separate from the schemas: the page imports this file without loading zod, whose generated code
 * the page's content security policy blocks.
 */

/** The occasions that the platform accepts (platform/README.md, Reservations). */
export const occasions = ['birthday', 'anniversary', 'date', 'business', 'celebration'] as const
