/*
 * Separate from the schemas: the page imports this file without loading zod, whose generated code
 * the page's content security policy blocks.
 */

export const occasions = ['birthday', 'anniversary', 'date', 'business', 'celebration'] as const
