import { Drawer } from 'antd'
import { auditActionName, auditActorName } from '#contract/operations/audit-names.ts'
import { Facts } from '#web/ui/facts.tsx'
import { dateTime } from '#web/ui/format.ts'
import type { Audited } from './audit-page.tsx'
import { AuditTarget } from './audit-target.tsx'

const text = (value: unknown) => (value === null ? '—' : JSON.stringify(value, null, 2))

export function AuditDrawer({ entry, open, close }: { entry: Audited | undefined; open: boolean; close: () => void }) {
  return (
    <Drawer title={entry && auditActionName(entry.action)} open={open} onClose={close} size={640}>
      {entry && (
        <>
          <Facts
            list={[
              { label: '时间', value: dateTime(entry.at) },
              {
                label: '操作者',
                value: `${auditActorName(entry.actor_name)}（${entry.actor}）`,
              },
              { label: '操作代码', value: <code>{entry.action}</code> },
              { label: '对象', value: <AuditTarget entry={entry} /> },
              { label: '对象编号', value: <code>{entry.target}</code> },
              { label: '地址', value: entry.ip ?? '—' },
              { label: '请求编号', value: entry.request_id ?? '—' },
            ]}
          />
          <div className="audit-values">
            <section aria-label="操作前">
              <h3>操作前</h3>
              <pre>{text(entry.before)}</pre>
            </section>
            <section aria-label="操作后">
              <h3>操作后</h3>
              <pre>{text(entry.after)}</pre>
            </section>
          </div>
        </>
      )}
    </Drawer>
  )
}
