/** One set of texts for every kind of entry. A key that starts with a kind replaces the common text. */
export default {
  deliveryState: {
    undoable: 'Can be undone',
    queued: 'Waiting to be sent',
    sending: 'Sending',
    accepted: 'Sent, not confirmed yet',
    confirmed: 'Confirmed',
    'print-confirmed': 'Printed',
    'by-person': 'Marked as done',
    refused: 'Rejected',
    unanswered: 'No answer yet',
    unconfirmed: 'Unconfirmed',
    withdrawn: 'Cancelled before sending',
    dismissed: 'Discarded',
    'not-needed': 'No longer needed',
    expired: 'Not sent in time',
  },
  deliveryReason: {
    conflict: 'Someone else changed this coupon. Nothing was sent.',
    'emails-forgotten':
      'The change wasn’t sent, because e-mail addresses aren’t kept after a restart. Enter them again.',
    'not-listed': 'The change wasn’t sent, because this coupon is no longer on the platform.',
    'part-unread':
      'The change wasn’t sent, because part of this coupon couldn’t be read and would be lost. Change it on the platform.',
    'not-there':
      'The platform didn’t find this item. If it happens with every item, ask a manager to check the connection.',
    'unreadable-payload': 'This entry is damaged and can’t be sent.',
    offline: 'Nothing was sent, because the platform can’t be reached.',
    'nobody-listens': 'Waiting: no printer answers at this address. Is it on?',
    'no-such-name': 'Waiting: the printer’s name wasn’t found on this network.',
    'no-way-there': 'Waiting: this computer can’t reach the printer. Check the network.',
    'too-slow': 'Waiting: the printer isn’t answering. Is it on?',
    'cut-off': 'Waiting: the connection to the printer was lost.',
    'no-printer':
      'The device at this address isn’t a receipt printer. Check the address in Settings.',
    'no-paper': 'Waiting: the printer has no paper. Put in a new roll.',
    'cover-open': 'Waiting: the printer’s cover is open. Close it.',
    'printer-offline': 'Waiting: the printer is paused. Check its lights and buttons.',
    'printer-busy': 'Waiting: the printer is busy. It is tried again by itself.',
    'not-for-printers':
      'Waiting: printing to this address or port isn’t allowed. A manager can allow it in Settings.',
    'no-device': 'Waiting: the USB printer isn’t plugged in, or it is off.',
    'no-permission':
      'Waiting: Kitchen Pass may not use the USB printer. Add the user that runs it to the group lp, and start it again.',
    'device-busy':
      'Waiting: another program uses the USB printer. Remove the printer from that program.',
    'usb-needs-linux': 'Waiting: USB printers work only on Linux. Use a network printer.',
  },
  deliveryTrouble: {
    refused: 'The platform rejected this | The platform rejected {n}',
    unknown:
      'This was sent, but the platform didn’t answer | {n} were sent, but the platform didn’t answer',
    expired: 'This couldn’t be sent in time | {n} couldn’t be sent in time',
    'complete-order-refused':
      'The delivery app wouldn’t complete the order | The delivery app wouldn’t complete {n} orders',
    'complete-order-unknown':
      'This was sent, but there was no answer. Check the order in your point of sale, then choose. | {n} delivery-app orders may not be complete',
    'print-unknown':
      'The printer stopped answering. Check whether it printed. | {n} printouts may be missing. Check whether they printed.',
  },
  deliveryChoice: {
    retry: 'Send again | Send all {n} again',
    'mark-done': 'Mark as done | Mark all {n} as done',
    dismiss: 'Discard | Discard all {n}',
    withdraw: 'Don’t send | Don’t send {n}',
    conflict: 'Send mine anyway | Send all {n} anyway',
    'complete-order-mark-done': 'Mark as complete | Mark all {n} as complete',
    'print-retry': 'Print again | Print all {n} again',
    'print-mark-done': 'Mark as printed | Mark all {n} as printed',
    'print-withdraw': 'Don’t print | Don’t print {n}',
  },
  deliveryName: {
    'complete-order': 'A delivery-app order',
    print: 'A printout',
    ticket: 'Order {title}',
    'close-out': 'Close-out {title}',
    test: 'Test print',
  },
  decision: {
    decide: 'Decide',
    title: 'Decide for all {n}',
    many: 'If you send these again, the platform may receive them twice. If not, nothing more is sent for them.',
  },
}
