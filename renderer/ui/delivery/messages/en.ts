/** The words of what is sent: one set for every kind of entry. A key of a kind stands where the common word would be wrong. */
export const en = {
  deliveryState: {
    undoable: 'Can be undone',
    queued: 'Waiting to be sent',
    sending: 'Sending',
    accepted: 'Sent, confirmed later',
    confirmed: 'Confirmed',
    'print-confirmed': 'Printed',
    'by-person': 'Settled by hand',
    refused: 'Refused',
    unanswered: 'No answer yet',
    unconfirmed: 'Unconfirmed',
    withdrawn: 'Taken back before it was sent',
    dismissed: 'Discarded',
    'not-needed': 'Not needed any more',
    expired: 'Not sent in time',
  },
  deliveryReason: {
    conflict: 'Somebody else has changed this coupon meanwhile. Nothing was sent.',
    'emails-forgotten':
      'The change was not sent. E-mail addresses are not kept over a restart. Type them again.',
    'not-listed': 'The change was not sent. The platform does not list this coupon any more.',
    'part-unread':
      'The change was not sent. Part of what it says could not be read here, and would be lost. Change it in the platform’s back office.',
    'unreadable-payload': 'What was to be sent cannot be read any more.',
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
  deliveryTrouble: {
    refused: 'The platform refused it | The platform refused {n} of them',
    unknown: 'It was sent, and no answer came | {n} were sent, and no answer came',
    expired: 'It could not be sent in time | {n} could not be sent in time',
    'preparation-ready-refused': 'The platform refused “Ready” | {n} bumps were refused',
    'preparation-ready-unknown':
      '“Ready” was sent and never confirmed | {n} bumps were never confirmed',
    'stock-refused': 'The platform refused the change | The changes of {n} items were refused',
    'stock-unknown':
      'The change was sent and never confirmed | The changes of {n} items were never confirmed',
    'stock-expired':
      'Count it again: the number could not be sent in time | Count {n} items again: the numbers could not be sent in time',
    'coupon-change-refused':
      'The platform refused the change | The platform refused changes of {n} coupons',
    'coupon-change-unknown':
      'It may have been sent: nobody confirmed it. Compare, then decide. | Changes of {n} coupons may have been sent: nobody confirmed them',
    'reservation-refused':
      'The platform refused a reservation | The platform refused {n} reservations',
    'reservation-unknown':
      'A reservation was sent and never answered: it may exist. Look for its reference in the platform’s panel; it stands in the requests. | {n} reservations were sent and never answered: they may exist',
    'reservation-expired':
      'A reservation could not be sent in time: the platform does not have it. Choose another time, or discard it. | {n} reservations could not be sent in time',
    'reservation-lost':
      'A change took away a reservation: the guest has no table | Changes took away {n} reservations: the guests have no table',
    'reservation-cancel-refused':
      'The platform refused to cancel a reservation | The platform refused to cancel {n} reservations',
    'reservation-cancel-unknown':
      'Whether it is cancelled at the platform is not known. Look for its reference in the platform’s panel. | Whether {n} are cancelled at the platform is not known',
    'reservation-cancel-by-hand':
      'A reservation was changed: cancel the old one in the platform’s panel | {n} reservations were changed: cancel the old ones in the platform’s panel',
    'complete-order-refused':
      'The sales channel refused to complete an order | The sales channel refused to complete {n} orders',
    'complete-order-unknown':
      'It was sent, and no answer came. Look in the till, then say what is so. | Whether {n} orders of the sales channel are complete is not known',
    'print-unknown':
      'The printer went silent. Look whether the paper is there. | {n} papers may not be printed. Look whether they are there.',
  },
  deliveryChoice: {
    retry: 'Send again | Send all {n} again',
    'mark-done': 'It is done | Count all {n} as done',
    dismiss: 'Discard | Discard all {n}',
    withdraw: 'Do not send it | Do not send {n}',
    conflict: 'Send mine anyway | Send all {n} anyway',
    'coupon-change-dismiss': 'Discard my change | Discard {n} changes',
    'stock-mark-done': 'Leave it | Leave all {n}',
    'reservation-mark-done': 'It is there | All {n} are there',
    'reservation-cancel-mark-done': 'It is cancelled | All {n} are cancelled',
    'reservation-cancel-dismiss': 'They come after all | All {n} come after all',
    'complete-order-mark-done': 'It is complete | All {n} are complete',
    'print-retry': 'Print again | Print all {n} again',
    'print-mark-done': 'It is there | All {n} are there',
    'print-withdraw': 'Do not print | Do not print {n}',
  },
  deliveryName: {
    'preparation-ready': 'An order',
    stock: 'An item of the menu',
    'coupon-change': 'A coupon',
    reservation: 'A reservation',
    'reservation-cancel': 'A reservation',
    'complete-order': 'An order of the sales channel',
    print: 'A paper',
    ticket: 'Order {title}',
    'close-out': 'Close-out {title}',
    test: 'Test strip',
  },
  decision: {
    decide: 'Decide',
    title: 'Decide about {n}',
    many: 'What is sent again the platform may hear a second time. Otherwise nothing more is sent about these.',
  },
}
