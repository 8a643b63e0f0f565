import { chosenProduct, forgetChosen } from './chosen-product.ts'
import { session } from './session.ts'
import { forgetWanted, wantedAddress } from './wanted-address.ts'

/**
 * Returns where a login leads back to: the page that asked for it, or the product that was chosen by somebody who could not buy
 * then and can by now, once; undefined where there is neither.
 */
export function leadsBackTo(wanted = wantedAddress()): string | undefined {
  forgetWanted()
  if (wanted) return wanted
  const address = session.manager() ? chosenProduct() : undefined
  if (address) forgetChosen()
  return address
}
