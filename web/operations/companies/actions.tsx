import { Button } from 'antd'
import { useState } from 'react'
import { type Intent, makeIntent } from '#web/ui/intent.ts'
import { RowMenu } from '#web/ui/list/row-menu.tsx'
import { toast } from '#web/ui/toast.ts'
import { useAsked } from '#web/ui/use-asked.ts'
import { EndSessionsDialog } from '../accounts/end-sessions-dialog.tsx'
import type { Company } from './company-page.tsx'
import { CorrectDialog } from './correct-dialog.tsx'
import { CouponDialog } from './coupon-dialog.tsx'
import { FreezeDialog } from './freeze-dialog.tsx'
import { HoursDialog } from './hours-dialog.tsx'
import { OwnerDialog } from './owner-dialog.tsx'

export interface ActionDialogProps {
  company: Company
  /** What is meant outlives its dialog: opened again after an answer that never came, it still is the same gift. */
  intent: Intent
  open: boolean
  close: () => void
  done: (told: string) => void
}

const dialogs = {
  freeze: FreezeDialog,
  gift: HoursDialog,
  back: (props: ActionDialogProps) => <HoursDialog back {...props} />,
  coupon: CouponDialog,
  owner: OwnerDialog,
  correct: CorrectDialog,
}

/** What support can do with a company. */
export function CompanyActions({ company, changed }: { company: Company; changed: () => void }) {
  const { info, frozen, figures, sessions } = company
  const asked = useAsked<keyof typeof dialogs | 'end'>()
  const [intent] = useState(makeIntent)
  const Dialog = asked.question && asked.question !== 'end' ? dialogs[asked.question] : undefined
  return (
    <div className="row">
      <Button type="primary" onClick={() => asked.ask('gift')}>
        赠送时长
      </Button>
      <Button danger={!frozen} onClick={() => asked.ask('freeze')}>
        {frozen ? '解除冻结' : '冻结企业'}
      </Button>
      <RowMenu
        label="更多操作"
        actions={[
          { key: 'coupon', label: '赠送优惠券', run: () => asked.ask('coupon') },
          { key: 'back', label: '收回时长', disabled: !figures.balance, run: () => asked.ask('back') },
          null,
          { key: 'correct', label: '更正资料', run: () => asked.ask('correct') },
          { key: 'owner', label: '更换所有者', run: () => asked.ask('owner') },
          null,
          {
            key: 'end',
            label: '结束全部成员的登录',
            danger: true,
            disabled: !sessions,
            run: () => asked.ask('end'),
          },
        ]}
      />
      {Dialog && (
        <Dialog
          key={asked.round}
          company={company}
          intent={intent}
          open={asked.open}
          close={asked.close}
          done={told => {
            intent.end()
            toast.success(told)
            changed()
          }}
        />
      )}
      {asked.question === 'end' && (
        <EndSessionsDialog
          key={asked.round}
          asked={{ of: 'company', id: info.company_id, name: info.name }}
          open={asked.open}
          close={asked.close}
          done={changed}
        />
      )}
    </div>
  )
}
