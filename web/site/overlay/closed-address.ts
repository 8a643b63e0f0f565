import { signs } from '#contract/paths.ts'

/** Returns the address without the parameters that opened the overlay, so that a reload does not open it again. */
export function closedAddress(address: string): string {
  const closed = new URL(address)
  const { searchParams } = closed
  const opener = Object.values(signs).find(({ sign }) => sign === searchParams.get('csssign'))
  searchParams.delete('sign')
  if (opener) searchParams.delete('csssign')
  if (opener?.label === searchParams.get('name')) searchParams.delete('name')
  return closed.href
}
