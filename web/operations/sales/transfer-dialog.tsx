import { Form, Input } from 'antd'
import { fenOf, yuanPattern } from '#contract/amount.ts'
import type { OperationOutput } from '#contract/operations/index.ts'
import { orderStateNames } from '#contract/shop.ts'
import type { Answered } from '#web/data/answers.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { yuan } from '#web/ui/format.ts'
import { toast } from '#web/ui/toast.ts'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import { messageOf } from '../requested-message.ts'
import { ReasonField } from './reason-field.tsx'
import { recordedTitle } from './recorded-title.ts'
import type { Transfer } from './voucher.tsx'
import { VoucherPicture } from './voucher.tsx'

export interface TransferQuestion {
  action: 'confirm' | 'part' | 'giveUp' | 'wrong' | 'reject' | 'again'
  transfer: Transfer
}

const words = {
  confirm: '确认到账',
  part: '登记部分到账',
  giveUp: '退回部分到账',
  wrong: '登记金额不符',
  reject: '驳回凭证',
  again: '登记又到账',
}
const okWords = { confirm: '提交确认', part: '登记', giveUp: '不再等待', wrong: '登记', reject: '驳回', again: '登记' }

interface Values {
  amount?: string
  reference?: string
  reason?: string
}

const isRecorded = (data: unknown): data is OperationOutput<'recordTransferParts'> =>
  typeof data === 'object' && data !== null && 'recorded' in data

/** A recorded part may still be prevented from being booked. */
function showRecorded(recorded: OperationOutput<'recordTransferParts'>): void {
  const [refused] = recorded.refused
  if (refused) toast.error(`${recordedTitle(recorded)}，但没有提交：${refused.reason}`)
  else toast.success(recordedTitle(recorded))
}

interface TransferDialogProps extends ChangeDialogProps {
  question: TransferQuestion
}

export function TransferDialog({ question: { action, transfer }, ...dialog }: TransferDialogProps) {
  const { remark_code, company_name, order_state } = transfer
  return (
    <DialogForm
      title={words[action]}
      subject={remark_code}
      okText={okWords[action]}
      danger={action === 'reject' || action === 'giveUp'}
      {...dialog}
      message={answer => (isRecorded(answer.data) ? '' : messageOf(answer))}
      onSuccess={({ data }) => {
        if (isRecorded(data)) showRecorded(data)
      }}
      call={({ amount = '', reason = '', reference = '' }, options): Promise<Answered<unknown>> => {
        if (action === 'reject') return api.rejectTransferVoucher({ remark_code, reason }, options)
        if (action === 'giveUp') return api.returnTransferParts({ remark_code }, options)
        const input = { remark_code, amount: fenOf(amount) }
        if (action === 'again') return api.recordTransferSurplus({ ...input, reference: reference.trim() }, options)
        if (action === 'part')
          return api.recordTransferParts({ parts: [{ ...input, reference: reference.trim() }] }, options)
        return (action === 'confirm' ? api.requestTransfer : api.recordWrongTransfer)(input, options)
      }}
      input={(values: Values) => values}
      fieldOf={{ [-53200]: 'amount', [-53201]: 'amount' }}
    >
      <Shown transfer={transfer} />
      {action === 'giveUp' ? (
        <p className="decision-text">
          已到账的 {yuan(transfer.received)} 列入“异常款项”待退回，这笔转账随即结束；企业会收到通知，可重新支付。
        </p>
      ) : action === 'reject' ? (
        <>
          <p className="decision-text">
            驳回 <strong>{company_name}</strong> 的转账凭证，企业会收到通知与原因，可以重新提交。
          </p>
          <ReasonField label="驳回的原因，企业会看到" />
        </>
      ) : (
        <>
          {action === 'wrong' && (
            <p>
              到账的金额与应付不符时登记：这笔转账随即结束，款项列入“异常款项”待退回；企业会收到通知，可按应付金额重新支付。
            </p>
          )}
          {action === 'confirm' && (
            <p className="quiet decision-text">
              按银行流水填写，与应付一致才能提交；按审批规则须第二人的由另一位操作员确认后生效。
            </p>
          )}
          {action === 'confirm' && order_state !== 'pending' && (
            <p className="name-differs">
              订单{orderStateNames[order_state]}：确认后能恢复的恢复开通，否则这笔款转入退款。
            </p>
          )}
          {action === 'again' && (
            <p className="quiet decision-text">
              同一备注码又汇来的一笔：列入“异常款项”，按退款的规则退回企业；原来的到账不受影响。
            </p>
          )}
          {action === 'part' && (
            <p className="quiet decision-text">
              同一备注码分几次汇款时逐笔登记；合计等于应付时自动提交，按审批规则须第二人的由另一位操作员确认后生效。
            </p>
          )}
          <Form.Item
            name="amount"
            label="银行流水上的到账金额（元）"
            rules={[{ required: true, pattern: yuanPattern, message: '请按银行流水填写金额，如 5,800.00' }]}
          >
            <Input inputMode="decimal" autoComplete="off" maxLength={20} prefix="¥" />
          </Form.Item>
          {(action === 'part' || action === 'again') && (
            <Form.Item
              name="reference"
              label="银行流水号"
              extra="同一流水号只登记一次"
              rules={[{ required: true, whitespace: true, message: '请填写银行流水号' }]}
            >
              <Input autoComplete="off" maxLength={80} />
            </Form.Item>
          )}
        </>
      )}
    </DialogForm>
  )
}

function Shown({ transfer }: { transfer: Transfer }) {
  const { voucher, company_name, payer_name, payer_matches, amount, received, settled, remark_code } = transfer
  return (
    <>
      {voucher && <VoucherPicture transfer={transfer} />}
      <div className="decision-facts">
        <Facts
          list={[
            { label: '认证企业', value: company_name },
            {
              label: '付款户名',
              value: (
                <span className={payer_matches === false ? 'name-differs' : undefined}>
                  {payer_name ?? '未提交凭证'}
                  {payer_matches === false && '（与认证企业不一致）'}
                </span>
              ),
            },
            { label: '应付', value: <strong>{yuan(amount)}</strong> },
            ...(received ? [{ label: '已到账', value: yuan(received) }] : []),
            ...(settled ? [{ label: '已在别处处理', value: yuan(settled) }] : []),
            { label: '备注码', value: remark_code },
          ]}
        />
      </div>
    </>
  )
}
