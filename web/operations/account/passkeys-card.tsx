import { PasskeysCard as Card, type PasskeyCalls } from '#web/ui/passkeys/passkeys-card.tsx'
import { api } from '../api.ts'
import { useOperation } from '../use-operation.ts'

const calls: PasskeyCalls = {
  begin: api.beginOwnPasskey,
  add: api.addOwnPasskey,
  rename: api.renameOwnPasskey,
  remove: api.removeOwnPasskey,
}

export const PasskeysCard = () => <Card state={useOperation('getOwnPasskeyList', {})} calls={calls} />
