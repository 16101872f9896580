import { limit, number, section } from '../row.ts'

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
          name: 'Covers per half hour',
          hint: 'Shows a warning when more would arrive. Set to 0 for no limit.',
          value: '{n} guests',
          none: 'no limit',
          search: 'pacing covers limit reservations kitchen',
        },
        es: {
          name: 'Comensales por media hora',
          hint: 'Avisa cuando llegarían más. Con 0 no hay límite.',
          value: '{n} personas',
          none: 'sin límite',
          search: 'ritmo cubiertos límite reservas cocina',
        },
        pt: {
          name: 'Pessoas por meia hora',
          hint: 'Avisa quando chegariam mais. Com 0 não há limite.',
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
          name: 'Table time',
          hint: 'How long a reservation takes a table, unless you change it for one.',
          value: '{n} minutes',
          search: 'duration turn reservations minutes',
        },
        es: {
          name: 'Tiempo de mesa',
          hint: 'Cuánto tiempo ocupa una mesa cada reserva, si no se cambia.',
          value: '{n} minutos',
          search: 'duración turno reservas minutos',
        },
        pt: {
          name: 'Tempo de mesa',
          hint: 'Quanto tempo cada reserva ocupa a mesa, se não for alterado.',
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
          name: 'Keep guest data for',
          hint: 'Names, phone numbers and addresses in reservations and past orders are deleted after this time.',
          value: '{n} day | {n} days',
          search: 'privacy personal guests names telephones forget delete',
        },
        es: {
          name: 'Guardar datos de clientes por',
          hint: 'Los nombres, teléfonos y direcciones de reservas y pedidos pasados se borran después de este tiempo.',
          value: '{n} día | {n} días',
          search: 'privacidad personales comensales nombres teléfonos olvidar borrar',
        },
        pt: {
          name: 'Guardar dados de clientes por',
          hint: 'Nomes, telefones e endereços de reservas e pedidos passados são apagados depois desse tempo.',
          value: '{n} dia | {n} dias',
          search: 'privacidade pessoais clientes nomes telefones esquecer apagar',
        },
      },
    }),
  },
})
