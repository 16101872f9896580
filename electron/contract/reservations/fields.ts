/* Apart from the schemas: a page that only asks fetches none of those, and its policy would refuse what they try. */

/** The occasions that the platform knows (platform/README.md, Reservations). */
export const occasions = ['birthday', 'anniversary', 'date', 'business', 'celebration'] as const
