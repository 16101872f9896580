/** The words around a close-out on paper; its own come from the host. */
export const en = {
  closeOutPaper: {
    roll: 'Print on {printer}',
    sheet: 'Print a sheet',
    pdf: 'PDF',
    table: 'CSV for the accountant',
    json: 'JSON',
    size: 'Size of the sheet',
    a4: 'A4',
    letter: 'Letter',
    saved: 'The PDF is saved.',
  },
}
