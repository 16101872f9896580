import type en from './en.ts'

export default {
  title: 'Un gerente da acceso a esta pantalla',
  text: 'En la pantalla de un gerente, abre Ajustes, luego Pantallas en red, y escribe este código. O escanea la imagen con el teléfono de un gerente que ya sea una pantalla.',
  qr: 'Este código como imagen para escanear',
  left: 'Válido por {time}',
  over: 'Este código ya no es válido.',
  refused: 'Esta pantalla no recibió acceso. Pregunta a un gerente.',
  tooOften: 'Se pidieron demasiados códigos. Espera un minuto y pide uno nuevo.',
  gone: 'El computador de la cocina no responde. Revisa que Kitchen Pass esté abierto allí.',
  noStore: 'Este navegador no guarda nada. Sal de la navegación privada o usa otro navegador.',
  again: 'Pedir un código nuevo',
} satisfies typeof en
