import { chosenProduct, forgetChosen } from './chosen-product.ts'
import { session } from './session.ts'
import { forgetWanted, wantedAddress } from './wanted-address.ts'

/**
 * Returns where a login leads: to the page that required it, or once to a product chosen by a visitor who could not buy it then and
 * now can; undefined if there is neither.
 */
export function leadsBackTo(wanted = wantedAddress()): string | undefined {
  forgetWanted()
  if (wanted) return wanted
  const address = session.manager() ? chosenProduct() : undefined
  if (address) forgetChosen()
  return address
}
