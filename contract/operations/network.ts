import { networkAddresses } from './network-addresses.ts'
import { networkLines } from './network-lines.ts'
import { networkPlaces } from './network-places.ts'

export const network = { ...networkPlaces, ...networkAddresses, ...networkLines }
