export default {
  roomName: {
    guests: 'Guests',
  },
}
