/** The words that every feature may say. */
export const en = {
  common: {
    noMethod: 'No method',
    soldOut: '{n} sold out | {n} sold out',
    appName: 'Kitchen Pass',
    seconds: '{n} second | {n} seconds',
    resume: 'Try again now',
    giveToken: 'Enter the access token',
    close: 'Close',
    tryAgain: 'Try again',
    copy: 'Copy',
    copied: 'Copied',
    gotIt: 'Got it',
    keyboard: 'Keyboard',
    details: 'Details',
    arrows: 'Arrows',
    enter: 'Enter',
    keyMap: 'This map',
    show: 'Show what is typed',
    hide: 'Hide what is typed',
    hour: 'Hour',
    minute: 'Minute',
    day: 'Day',
    month: 'Month',
    year: 'Year',
  },
  age: {
    seconds: '{n} s ago',
    minutes: '{n} min ago',
    hours: '{n} h ago',
    days: '{n} day ago | {n} days ago',
  },
  pages: {
    label: 'Pages',
    page: 'Page {n}',
    pageOf: 'Page {page} of {pages}',
    before: 'The page before',
    next: 'The next page',
  },
  areas: {
    shift: 'The shift',
  },
  errors: {
    'bad-input': 'That was not understood. Check what you entered.',
    'not-found': 'It is not there any more.',
    'too-late': 'Too late: it has moved on.',
    'not-allowed': 'This screen may not do that. A manager can unlock it.',
    'wrong-pin': 'That is not the manager’s PIN.',
    locked: 'Too many wrong PINs.',
    unauthorised: 'The platform does not accept the token.',
    refused: 'The platform said no.',
    unreachable: 'No answer.',
    'not-the-platform': 'Something else answered, not the platform.',
    unreadable:
      'The platform answered something that cannot be read. Tell whoever looks after this app; the details say what.',
    'no-vault': 'This machine cannot keep the token safely. Set up its key store first.',
    storage: 'It could not be saved: the disk or the database takes no writes.',
    internal: 'Something went wrong in Kitchen Pass. Try again.',
    log: 'In the log: {text}',
    triesLeft:
      '{sentence} {n} more try, then it locks for a while. | {sentence} {n} more tries, then it locks for a while.',
    waitSeconds: '{sentence} Try again in {n} second. | {sentence} Try again in {n} seconds.',
    waitMinutes: '{sentence} Try again in {n} minute. | {sentence} Try again in {n} minutes.',
  },
  reasons: {
    'no-address':
      'That is not the address of a server. Copy it from your platform’s settings; it looks like platform.example/api/v3.',
    'no-such-name':
      'This name is not found. Check the spelling, and whether this machine is online.',
    'nobody-listens':
      'The machine at this address takes no connection. Check the address, or try again in a few minutes.',
    'no-way-there': 'This machine finds no way there. Check whether it is online.',
    'not-secure':
      'No secure connection can be made. Check the address, and the date and time of this machine.',
    'too-slow': 'No answer came in time. Check the internet connection, or try again in a minute.',
    'cut-off': 'The connection broke off. Try again.',
    unavailable: 'The platform takes nothing at the moment. Try again in a few minutes.',
    'web-page':
      'A web page answered in the platform’s place. Check the address, and whether the Wi-Fi asks for a sign-in first.',
    'no-such-path':
      'A server answers there, but it is not the platform. Copy the whole address from your platform’s settings.',
    'other-answer':
      'Something else answers there, not the platform. Copy the address from your platform’s settings.',
    unencrypted:
      'This address is not encrypted (http): everybody on the way could read the token, the orders and what is known of guests. Use an address with https.',
    'bad-token':
      'That is no token: it has a space, a line break or a letter that no token has. Copy it again, and nothing around it.',
    'no-token': 'The access token is not kept on this machine. Enter it to go on.',
    'token-refused':
      'The platform does not accept the access token. Copy it again from your platform’s settings.',
    'rights-missing':
      'The platform knows the access token, but does not let it do this. Give it more rights in your platform’s settings.',
    'other-store':
      'This access token does not see this store. Take the token of the store, or choose another store.',
    'no-printer': 'What answers at this address is no receipt printer. Check its address and port.',
    'not-for-printers':
      'Kitchen Pass does not print to this address or port. A manager can allow any in Setup, under Printers.',
  },
  roles: {
    kitchen: 'Kitchen',
    counter: 'Counter',
    manager: 'Manager',
  },
  clock: {
    ahead: 'This machine’s clock is {time} ahead',
    behind: 'This machine’s clock is {time} behind',
    clockDifference: 'This machine’s clock and the platform’s are {time} apart',
    clockDifferenceRemedy:
      'Set this machine’s date, time and time zone. Until the two agree, times go by this machine’s clock, and nothing old is deleted.',
    minutes: '{n} minute | {n} minutes',
    hours: '{n} hour | {n} hours',
    days: '{n} day | {n} days',
    remedy:
      'Set its date, time and time zone, or let it set them by itself. Until then times go by the platform’s clock.',
  },
  strip: {
    label: 'Status',
    webhook: 'Events',
    orderList: 'Order list',
    outbox: 'To the platform',
    webhookAge: 'last event {age}',
    webhookSilent: 'listening, no event yet',
    webhookOff: 'not listening',
    webhookFailed: 'cannot listen',
    listAge: 'checked {age}',
    listWaiting: 'first check under way',
    storeUnseen: 'the access token does not see this store',
    listOff: 'not asked',
    listFailing: 'check failing, last one {age}',
    listNever: 'check failing, never reached',
    listUnsupported: 'This platform offers no order list: orders arrive by webhook only',
    listLeftOut:
      '{n} entry of the list could not be read | {n} entries of the list could not be read',
    stale: 'stale',
    settled: 'all confirmed',
    unheard: 'not known now',
    pending: '{n} to send',
    sending: '{n} sending',
    unknown: '{n} unanswered',
    needsPerson: '{n} to decide',
    paused: 'not sending',
    unread: '{n} event could not be read | {n} events could not be read',
    elsewhere: '{n} message of other restaurants | {n} messages of other restaurants',
    silent: 'No sign of the platform. New orders may be missing.',
    connection: 'Connection',
    waiting: 'Waiting for the first status',
  },
}
