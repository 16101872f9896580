/** Las palabras de lo que se lee entre dos días. */
export const es = {
  reading: {
    span: 'Días',
    today: 'Hoy',
    yesterday: 'Ayer',
    week: '7 días',
    month: '30 días',
    from: 'Desde',
    to: 'Hasta',
    backwards: 'El último día es anterior al primero.',
    reading: 'Leyendo…',
    pageOf: 'Leyendo la página {page} de {pages}',
    page: 'Leyendo la página {page}',
    soFar: '{n} hasta ahora | {n} hasta ahora',
    cancel: 'Detener',
    cancelled: 'Detenido: lo que ve no es todo.',
    stopped: '{why} Lo que ve no es todo.',
    resume: 'Continuar',
    again: 'Leer de nuevo',
    full: 'Hay más de lo que se puede leer de una vez. Elija menos días.',
    incomplete: 'La lista cambió mientras se leía, así que puede faltar algo. Léala de nuevo.',
    leftOut:
      '{n} registro no se pudo leer y falta aquí. | {n} registros no se pudieron leer y faltan aquí.',
    outside:
      '{n} registro de otros días llegó también y queda fuera. | {n} registros de otros días llegaron también y quedan fuera.',
    forgotten: 'Esto se leyó hace un rato y ya no se guarda.',
    offline: 'Esta pantalla perdió la conexión con su cocina: lo que ve puede ser antiguo.',
  },
}
