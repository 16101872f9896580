async function pairBrowser({ key, place, algorithm, header }) {
  // As the door's own page does it (electron/web/door/door-page.ts); nothing if the browser was let
  // in before.
  const done = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const opening = indexedDB.open(place.database, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(place.store)
  const database = await done(opening)
  const kept = () => database.transaction(place.store, 'readwrite').objectStore(place.store)
  if ((await done(kept().get(place.name))) === undefined) {
    const pair = await crypto.subtle.generateKey(algorithm, false, ['sign'])
    const raw = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
    const publicKey = raw.toBase64({ alphabet: 'base64url', omitPadding: true })
    const headers = { authorization: `Bearer ${key}`, [header]: publicKey }
    const answer = await fetch('/key', { method: 'POST', headers })
    if (!answer.ok) throw new Error(`not let in: ${answer.status}`)
    await done(kept().put(pair, place.name))
  }
  database.close()
}
