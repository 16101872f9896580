/** Id of the element that shows a ticket's code: what its card is labelled by. Ids may hold anything, also spaces. */
export const codeId = (ticketId: string): string => `code-${encodeURIComponent(ticketId)}`
