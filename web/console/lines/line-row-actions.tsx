import { useNavigate } from 'react-router'
import { linePath } from '#contract/paths.ts'
import { RowButton } from '#web/ui/list/row-button.tsx'
import { RowMenu } from '#web/ui/list/row-menu.tsx'
import { May } from '#web/ui/may.tsx'
import { bindable, type Line, lineLabel, renewable } from './line.ts'
import type { LineQuestion } from './line-dialogs.tsx'

interface LineRowActionsProps {
  line: Line
  ask: (question: LineQuestion) => void
  renew: () => void
}

/** The next action for a line is a button, the others are in the menu. */
export function LineRowActions({ line, ask, renew }: LineRowActionsProps) {
  const navigate = useNavigate()
  const label = lineLabel(line)
  const detail = { key: 'detail', label: '详情', run: () => void navigate(linePath(line.svp_id)) }
  if (line.state === 'released') return <RowMenu label={`${label} 的更多操作`} actions={[detail]} />
  const unbound = line.state === 'unbound'
  return (
    <span className="row-actions">
      {unbound ? (
        <May call="bindCompanyVpl">
          <RowButton label={`给 ${label} 绑定地址`} onClick={() => ask({ kind: 'bind', lines: [line] })}>
            绑定地址
          </RowButton>
        </May>
      ) : (
        renewable(line) && (
          <May call="createOrder">
            <RowButton label={`续费 ${label}`} onClick={renew}>
              续费
            </RowButton>
          </May>
        )
      )}
      <RowMenu
        label={`${label} 的更多操作`}
        actions={[
          detail,
          { key: 'edit', label: '名称与备注', call: 'setCompanyVpl', run: () => ask({ kind: 'edit', lines: [line] }) },
          ...(unbound && renewable(line)
            ? [{ key: 'renew', label: '续费', call: 'createOrder' as const, run: renew }]
            : []),
          ...(!unbound && bindable(line)
            ? [
                {
                  key: 'bind',
                  label: '更换地址',
                  call: 'bindCompanyVpl' as const,
                  run: () => ask({ kind: 'bind', lines: [line] }),
                },
              ]
            : []),
          line.auto_renew
            ? {
                key: 'off',
                label: '关闭自动续费',
                call: 'setCompanyVpl',
                run: () => ask({ kind: 'renewOff', lines: [line] }),
              }
            : {
                key: 'on',
                label: '开启自动续费',
                call: 'setCompanyVpl',
                run: () => ask({ kind: 'renewOn', lines: [line] }),
              },
        ]}
      />
    </span>
  )
}
