import { Link } from 'react-router'
import type { AccessCondition, Resolver } from '#contract/access-names.ts'
import type { OutputOf } from '#contract/index.ts'
import { devicePath, paths } from '#contract/paths.ts'
import type { RequestKind } from '#contract/request-names.ts'
import { useCall } from '#web/data/use-call.ts'
import { AccessConditions } from '#web/ui/access-conditions.tsx'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { scaled } from '#web/ui/scaled.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { DialogProps } from '#web/ui/use-dialog.ts'
import type { Wish } from './ask-dialog.tsx'

type Service = OutputOf<'getMyService'>

interface Known {
  /** Null for a user who has no device yet. */
  device: Pick<Service['devices'][number], 'device_id' | 'name' | 'audit_state'> | null
  managers: NonNullable<Service['company']>['managers']
  /** Begins a request to the managers. For a manager, a link to the console is shown instead. */
  ask?: ((wish: Wish) => void) | undefined
}

/** Explains to users why they can or cannot use lines on one of their devices or on any, and whom to ask. */
export const OwnWhyDrawer = ({ open, close, ...known }: DialogProps & Known) => (
  <Drawer
    title={known.device ? `${known.device.name}：为什么能用、不能用` : '为什么能用、不能用'}
    open={open}
    onClose={close}
    size={scaled(440)}
    destroyOnHidden
  >
    <Explained {...known} leave={close} />
  </Drawer>
)

/** Names the person to ask from the reader's point of view. */
const menderName = (by: Resolver) => ({ manager: '企业管理员', employee: '您本人', provider: '服务商' })[by]

/** The conditions that a request can resolve; the others need a talk with the manager. */
const requestFor: Partial<Record<AccessCondition, { kind: RequestKind; word: string }>> = {
  hours: { kind: 'days', word: '申请时长' },
  grant: { kind: 'line', word: '申请专线' },
  device: { kind: 'device', word: '申请审核' },
}

function Explained({ device, managers, ask, leave }: Known & { leave: () => void }) {
  const device_id = device?.device_id
  const { data, refused, reload } = useCall('explainMyAccess', { device_id })
  if (refused) return <Failure refused={refused} retry={reload} />
  if (!data) return <Skeleton rows={8} />
  // Each line is explained below, so open conditions are left out here.
  const conditions = data.conditions.filter(({ state }) => state !== 'open')
  const linkOf = (condition: AccessCondition, by: Resolver) => {
    if (by === 'employee' && condition === 'verification') return <Link to={paths.realname('yes')}>去认证</Link>
    if (by === 'employee' && (condition === 'device' || condition === 'client'))
      return <a href={paths.download}>下载客户端</a>
    if (by !== 'manager') return undefined
    if (!ask) return <Link to={mendedAt(condition, device_id)}>去处理</Link>
    const request = requestFor[condition]
    // A device that was suspended after its approval needs no audit.
    if (request && !(condition === 'device' && device?.audit_state === 'approved'))
      return (
        <Button
          look="link"
          size="small"
          onClick={() => {
            leave()
            ask(condition === 'device' && device_id ? { kind: request.kind, device_id } : { kind: request.kind })
          }}
        >
          {request.word}
        </Button>
      )
    const [manager] = managers
    return manager && <a href={`tel:${manager.phone}`}>联系 {manager.name}</a>
  }
  return (
    <>
      <AccessConditions explained={{ ...data, conditions }} menderName={menderName} linkOf={linkOf} />
      <h3 className="part-title">授权给您的专线</h3>
      {data.lines.length ? <OwnLines lines={data.lines} /> : <p className="quiet">还没有专线授权给您。</p>}
    </>
  )
}

/** Returns the console page where managers resolve a condition of their own. */
function mendedAt(condition: AccessCondition, deviceId: string | undefined): string {
  if (deviceId && (condition === 'device' || condition === 'device_limit')) return devicePath(deviceId)
  return condition === 'grant' ? paths.authority : paths.employees
}

const OwnLines = ({ lines }: { lines: OutputOf<'explainMyAccess'>['lines'] }) => (
  <ul className="lines">
    {lines.map(({ svp_id, name, usable, text }) => (
      <li key={svp_id} className="line">
        <h3>{name}</h3>
        <span className={usable ? '' : 'quiet'}>{text}</span>
      </li>
    ))}
  </ul>
)
