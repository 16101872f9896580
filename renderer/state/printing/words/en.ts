/** The words of what was given to a receipt printer. */
export const en = {
  printing: {
    queued: 'Its turn comes soon',
    sending: 'Printing…',
    unknown: 'The printer went silent. Look whether the paper is there.',
    confirmed: 'Printed',
    again: 'Print again',
    there: 'It is there',
    withdraw: 'Do not print',
    ticket: 'Order {title}',
    'close-out': 'Close-out {title}',
    test: 'Test strip',
  },
  printTrouble: {
    'nobody-listens': 'Waits: nothing listens at the printer’s address. Is it on?',
    'no-such-name': 'Waits: the printer’s name is not found in this network.',
    'no-way-there': 'Waits: this machine finds no way to the printer.',
    'too-slow': 'Waits: the printer does not answer. Is it on?',
    'cut-off': 'Waits: the connection to the printer broke off.',
    'no-printer':
      'What answers at the printer’s address is no receipt printer. Check the address in Setup.',
    'not-for-printers':
      'Waits: Kitchen Pass does not print to this address or port. A manager can allow it in Setup.',
  },
}
