import { api } from '#web/data/api.ts'
import { useCall } from '#web/data/use-call.ts'
import { PasskeysCard as Card, type PasskeyCalls } from '#web/ui/passkeys/passkeys-card.tsx'

const calls: PasskeyCalls = {
  begin: api.beginPasskey,
  add: api.addPasskey,
  rename: api.renamePasskey,
  remove: api.removePasskey,
}

export function PasskeysCard({ changed }: { changed: () => void }) {
  const { reload, ...state } = useCall('getPasskeyList', {})
  const reloadAll = () => {
    reload()
    changed()
  }
  return <Card state={{ ...state, reload: reloadAll }} calls={calls} />
}
