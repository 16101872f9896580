export default {
  screenNameCard: {
    title: 'What is this screen called?',
    text: 'The name is shown next to what is done here.',
    suggestions: 'Suggestions',
    name: 'Name',
    role: 'Role',
    taken: 'There is already a screen called {name}. Another name helps to tell them apart.',
    save: 'Save',
    saved: 'This screen is called {name}.',
    answer: 'Name it',
    notNow: 'Not now',
  },
  screenNames: {
    kitchen: 'Kitchen',
    kitchenMore: 'Grill',
    counter: 'Counter',
    counterMore: 'Bar',
    manager: 'Office',
    managerMore: 'Manager',
    status: 'Order status',
    statusMore: 'Pickup',
  },
}
