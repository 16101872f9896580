/** Of a bearer token of events. Apart from the schemas, because the page asks for it too. */
export const shortestWebhookToken = 8
