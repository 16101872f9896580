/** Sends the form around a field whose parts are no inputs, so that Enter would not. */
export const sendForm = ({ currentTarget }: KeyboardEvent): void =>
  (currentTarget as HTMLElement).closest('form')?.requestSubmit()
