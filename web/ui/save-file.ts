interface Saved {
  url: string
  file_name: string
}

/** Makes the browser download a file that the server has prepared. */
export function saveFile({ url, file_name }: Saved): void {
  const link = document.createElement('a')
  link.href = url
  link.download = file_name
  document.body.append(link)
  link.click()
  link.remove()
}

/** Milliseconds after which browsers have begun to read, unless one is still asking where to put the file. */
const taken = 60_000

/** Makes the browser download a file made by the page itself. */
export function saveBlob(blob: Blob, file_name: string): void {
  const url = URL.createObjectURL(blob)
  saveFile({ url, file_name })
  setTimeout(() => URL.revokeObjectURL(url), taken)
}
