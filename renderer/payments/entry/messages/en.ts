export default {
  roomName: {
    payments: 'Payments',
  },
}
