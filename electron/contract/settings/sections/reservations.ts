import { limit, number, section } from '../row.ts'

/** The book, and the data of guests. */
export const reservations = section({
  name: { en: 'Reservations', es: 'Reservas', pt: 'Reservas' },
  rows: {
    coversPerHalfHour: limit({
      of: 'restaurant',
      default: null,
      min: 1,
      max: 1000,
      slider: { max: 100, step: 2 },
      messages: {
        en: {
          name: 'Guests in half an hour',
          hint: 'The book warns where more would arrive. At 0 it never does.',
          value: '{n} guests',
          none: 'no limit',
          search: 'pacing covers limit reservations kitchen',
        },
        es: {
          name: 'Personas por media hora',
          hint: 'El libro avisa cuando llegarían más. En 0 nunca avisa.',
          value: '{n} personas',
          none: 'sin límite',
          search: 'ritmo cubiertos límite reservas cocina',
        },
        pt: {
          name: 'Pessoas por meia hora',
          hint: 'O livro avisa quando chegariam mais. Em 0 nunca avisa.',
          value: '{n} pessoas',
          none: 'sem limite',
          search: 'ritmo lugares limite reservas cozinha',
        },
      },
    }),
    tableMinutes: number({
      of: 'restaurant',
      default: 120,
      min: 15,
      max: 600,
      slider: { min: 30, max: 300, step: 15 },
      messages: {
        en: {
          name: 'Time at a table',
          hint: 'How long a table is taken by a reservation, unless somebody says otherwise.',
          value: '{n} minutes',
          search: 'duration turn reservations minutes',
        },
        es: {
          name: 'Tiempo en la mesa',
          hint: 'Cuánto ocupa una mesa cada reserva, si nadie dice otra cosa.',
          value: '{n} minutos',
          search: 'duración turno reservas minutos',
        },
        pt: {
          name: 'Tempo à mesa',
          hint: 'Quanto tempo cada reserva ocupa a mesa, se ninguém disser outra coisa.',
          value: '{n} minutos',
          search: 'duração turno reservas minutos',
        },
      },
    }),
    guestDataDays: number({
      of: 'restaurant',
      default: 30,
      min: 1,
      max: 30,
      messages: {
        en: {
          name: 'Guests’ data kept',
          hint: 'Names, telephones and addresses of the book and of past orders are forgotten after so many days.',
          value: '{n} day | {n} days',
          search: 'privacy personal guests names telephones forget delete',
        },
        es: {
          name: 'Datos de comensales guardados',
          hint: 'Los nombres, teléfonos y direcciones del libro y de pedidos pasados se olvidan después de estos días.',
          value: '{n} día | {n} días',
          search: 'privacidad personales comensales nombres teléfonos olvidar borrar',
        },
        pt: {
          name: 'Dados de clientes guardados',
          hint: 'Nomes, telefones e endereços do livro e de pedidos passados são esquecidos depois destes dias.',
          value: '{n} dia | {n} dias',
          search: 'privacidade pessoais clientes nomes telefones esquecer apagar',
        },
      },
    }),
  },
})
