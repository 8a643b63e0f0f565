import { useDialog } from '#web/ui/use-dialog.ts'
import { ActButton, ActMenu } from '../act.tsx'
import { EndSessionsDialog } from '../support/end-sessions-dialog.tsx'
import { OpenTrialDialog } from '../trials/open-dialog.tsx'
import { CloseDialog } from './close-dialog.tsx'
import type { ActionDialogProps, Company } from './company.ts'
import { CorrectDialog } from './correct-dialog.tsx'
import { CouponDialog } from './coupon-dialog.tsx'
import { FreezeDialog, UnfreezeDialog } from './freeze-dialog.tsx'
import { HoursDialog } from './hours-dialog.tsx'
import { OwnerDialog } from './owner-dialog.tsx'
import { TerminalsDialog } from './terminals-dialog.tsx'

const dialogs = {
  freeze: FreezeDialog,
  unfreeze: UnfreezeDialog,
  gift: HoursDialog,
  back: (props: ActionDialogProps) => <HoursDialog back {...props} />,
  coupon: CouponDialog,
  owner: OwnerDialog,
  correct: CorrectDialog,
  terminals: TerminalsDialog,
  close: CloseDialog,
  trial: ({ company: { info }, ...dialog }: ActionDialogProps) => <OpenTrialDialog company={info} {...dialog} />,
}

/** The actions that support can take on a company. */
export function CompanyActions({ company, changed }: { company: Company; changed: () => void }) {
  const { info, frozen, figures, sessions, waiting } = company
  const closing = waiting.some(({ kind }) => kind === 'closing')
  const requested = useDialog<keyof typeof dialogs | 'end'>()
  const Dialog = requested.subject && requested.subject !== 'end' ? dialogs[requested.subject] : undefined
  return (
    <div className="row">
      {/* Hours are hardly what a frozen company waits for. */}
      {frozen ? (
        <ActButton look="primary" onClick={() => requested.show('unfreeze')}>
          解除冻结
        </ActButton>
      ) : (
        <>
          <ActButton look="primary" onClick={() => requested.show('gift')}>
            赠送时长
          </ActButton>
          <ActButton danger onClick={() => requested.show('freeze')}>
            冻结企业
          </ActButton>
        </>
      )}
      <ActMenu
        label="更多操作"
        actions={[
          ...(frozen ? [{ key: 'gift', label: '赠送时长', run: () => requested.show('gift') }] : []),
          { key: 'coupon', label: '赠送优惠券', run: () => requested.show('coupon') },
          { key: 'trial', label: '开通试用', disabled: frozen !== null, run: () => requested.show('trial') },
          { key: 'back', label: '收回时长', disabled: !figures.balance, run: () => requested.show('back') },
          null,
          { key: 'correct', label: '更正资料', run: () => requested.show('correct') },
          { key: 'owner', label: '更换所有者', run: () => requested.show('owner') },
          {
            key: 'terminals',
            label: company.terminal_approval ? '关闭新终端批准' : '关闭新终端批准（企业没有开启）',
            disabled: !company.terminal_approval,
            run: () => requested.show('terminals'),
          },
          null,
          {
            key: 'end',
            label: '结束全部成员的登录',
            danger: true,
            disabled: !sessions,
            run: () => requested.show('end'),
          },
          // A company must be frozen before it is closed, so that it is no longer in use.
          {
            key: 'close',
            label: `注销企业${closing ? '（等待另一位同事确认）' : frozen ? '' : '（须先冻结）'}`,
            danger: true,
            disabled: !frozen || closing,
            run: () => requested.show('close'),
          },
        ]}
      />
      {Dialog && <Dialog key={requested.key} company={company} {...requested.props} done={changed} />}
      {requested.subject === 'end' && (
        <EndSessionsDialog
          key={requested.key}
          question={{ of: 'company', id: info.company_id, name: info.name }}
          {...requested.props}
          done={changed}
        />
      )}
    </div>
  )
}
