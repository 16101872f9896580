export default {
  keyArea: {
    orders: 'Orders',
    stock: 'Menu and sold-out items',
    reservations: 'Reservations',
    guests: 'Guests and points',
    coupons: 'Coupons',
    payments: 'Payments, shifts and waste',
    store: 'Preparation time and opening hours',
  },
  keyPart: {
    reading: '{area} (read)',
    changing: '{area} (change)',
  },
  keyRights: {
    lacks: 'This access key isn’t allowed to use: {areas}.',
    ask: 'Ask whoever manages your platform’s access keys for the permissions, or use another key.',
  },
  keyNote: {
    next: 'What is saved can still be read. Give the key more permissions in your platform’s settings.',
    connection: 'Open Connection',
  },
}
