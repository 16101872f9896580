/** Of a bearer token of events. Apart from the schemas, because the page asks for it too. */
export const minWebhookToken = 8
