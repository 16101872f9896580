export default {
  roomName: {
    reservations: 'Reservations',
  },
}
