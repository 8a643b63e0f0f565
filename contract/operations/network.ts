import { networkAddressImports } from './network-address-imports.ts'
import { networkAddresses } from './network-addresses.ts'
import { networkLines } from './network-lines.ts'
import { networkPlaces } from './network-places.ts'

export const network = { ...networkPlaces, ...networkAddresses, ...networkAddressImports, ...networkLines }
