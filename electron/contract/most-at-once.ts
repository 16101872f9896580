/** How many things one message may be about: so many go into one transaction. */
export const mostAtOnce = 200
