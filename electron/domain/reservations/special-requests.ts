/**
 * What the platform is to keep as the guest's requests: their words, what the kitchen must know, and our reference at the end,
 * by which a person there finds a reservation that may have been made twice.
 */
export const specialRequests = (
  { requests, allergies }: { requests: string; allergies: string },
  reference: string,
): string =>
  [
    requests.trim(),
    allergies.trim() === '' ? '' : `Allergies: ${allergies.trim()}`,
    `[${reference}]`,
  ]
    .filter((part) => part !== '')
    .join('\n')
