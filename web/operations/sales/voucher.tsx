import { FileImageOutlined, FilePdfOutlined } from '@ant-design/icons'
import type { OperationOutput } from '#contract/operations/index.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { fromNow } from '#web/ui/format.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ActButton } from '../act.tsx'
import { FilePicture } from '../file-picture.tsx'
import { useOperation } from '../use-operation.ts'

export type Transfer = OperationOutput<'getTransferList'>['list'][number]

const isPdf = ({ voucher }: Transfer) => voucher?.content_type === 'application/pdf'

/** The payer's voucher. The audit log records each opening, so it opens only on demand. */
export function VoucherPicture({ transfer }: { transfer: Transfer }) {
  const called = useOperation('openVoucher', { payment_id: transfer.payment_id })
  return (
    <FilePicture
      called={called}
      contentType={transfer.voucher?.content_type}
      name={`${transfer.company_name}的转账凭证`}
    />
  )
}

export function VoucherCell({ transfer }: { transfer: Transfer }) {
  const shown = useDialog<Transfer>()
  const { voucher, voucher_at, company_name, remark_code } = transfer
  if (!voucher) return <span className="quiet">—</span>
  return (
    <span className="voucher-cell">
      <ActButton
        call="openVoucher"
        size="small"
        icon={isPdf(transfer) ? <FilePdfOutlined /> : <FileImageOutlined />}
        aria-label={`查看${company_name} ${remark_code} 的凭证`}
        onClick={() => shown.show(transfer)}
      >
        查看
      </ActButton>
      {voucher_at && <span className="quiet">{fromNow(voucher_at)}</span>}
      <Dialog title={`${company_name}的转账凭证`} open={shown.open} onCancel={shown.close} footer={null} width={720}>
        {shown.subject && <VoucherPicture transfer={shown.subject} />}
      </Dialog>
    </span>
  )
}
