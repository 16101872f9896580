import type en from './en.ts'

export default {
  title: 'Este navegador aún no tiene acceso',
  text: 'Abre la dirección que Kitchen Pass muestra al iniciarse. Da acceso a un navegador y sirve una sola vez.',
  more: 'Para otros navegadores, ingresa la clave del archivo web-key, que está en la carpeta de datos de Kitchen Pass.',
  key: 'Clave',
  open: 'Abrir',
  wrong: 'Esta clave no sirve o ya se usó. Usa la dirección más reciente o la clave del archivo.',
  gone: 'Kitchen Pass no responde. Revisa que esté abierto.',
} satisfies typeof en
