export default {
  deliveryTrouble: {
    'reservation-refused':
      'The platform rejected the reservation | The platform rejected {n} reservations',
    'reservation-unknown':
      'The platform didn’t answer, so the reservation may exist. Look for its reference on the platform, in special requests. | The platform didn’t answer for {n} reservations. They may exist.',
    'reservation-expired':
      'The reservation couldn’t be sent in time, so the platform doesn’t have it. Choose another time or discard it. | {n} reservations couldn’t be sent in time',
    'reservation-lost':
      'The new reservation wasn’t booked, so the guest has no table | {n} changes failed, so the guests have no table',
    'reservation-cancel-refused':
      'The platform rejected the cancellation | The platform rejected {n} cancellations',
    'reservation-cancel-unknown':
      'The platform didn’t answer, so the reservation may be cancelled. Look for its reference on the platform. | The platform didn’t answer for {n} cancellations',
    'reservation-cancel-by-hand':
      'A reservation was changed. Cancel the old one on the platform. | {n} reservations were changed. Cancel the old ones on the platform.',
  },
  deliveryChoice: {
    'reservation-mark-done': 'Mark as booked | Mark all {n} as booked',
    'reservation-cancel-mark-done': 'Mark as cancelled | Mark all {n} as cancelled',
    'reservation-cancel-dismiss': 'Reinstate reservation | Reinstate {n} reservations',
  },
  deliveryName: {
    reservation: 'A reservation',
    'reservation-cancel': 'A reservation',
  },
}
