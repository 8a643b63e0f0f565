import { Drawer, Skeleton } from 'antd'
import type { Mender } from '#contract/access-names.ts'
import type { OutputOf } from '#contract/index.ts'
import { useCall } from '#web/data/use-call.ts'
import { AccessConditions } from '#web/ui/access-conditions.tsx'
import { Failure } from '#web/ui/failure.tsx'
import type { DialogProps } from '#web/ui/use-dialog.ts'

interface OwnWhyDrawerProps extends DialogProps {
  device: { device_id: string; name: string }
}

/** Explains to people why they can or can't use lines on one of their devices, and whom to ask. */
export const OwnWhyDrawer = ({ device: { device_id, name }, open, close }: OwnWhyDrawerProps) => (
  <Drawer title={`${name}：为什么能用、不能用`} open={open} onClose={close} size={440} destroyOnHidden>
    <Explained deviceId={device_id} />
  </Drawer>
)

/** Names the one to ask, as this reader knows them. */
const menderName = (by: Mender) => ({ manager: '企业管理员', employee: '您本人', provider: '服务商' })[by]

function Explained({ deviceId }: { deviceId: string }) {
  const { data, refused, reload } = useCall('explainMyAccess', { device_id: deviceId })
  if (refused) return <Failure refused={refused} retry={reload} />
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />
  // Each line is told below, so that nothing is left open here.
  const conditions = data.conditions.filter(({ state }) => state !== 'open')
  return (
    <>
      <AccessConditions explained={{ ...data, conditions }} menderName={menderName} />
      <h3 className="part-title">授权给您的专线</h3>
      {data.lines.length ? <OwnLines lines={data.lines} /> : <p className="quiet">还没有专线授权给您。</p>}
    </>
  )
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
