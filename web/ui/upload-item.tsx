import { Form, type FormItemProps } from 'antd'
import { createContext, useContext, useMemo, useRef } from 'react'

/** Tells the form's field around it that a file is under way, and that it no longer is. */
type Report = (isUploading: boolean) => void

const Reporting = createContext<Report | undefined>(undefined)
export const useUploadReport = () => useContext(Reporting)

interface UploadItemProps extends Omit<FormItemProps, 'validateFirst'> {
  name: string
}

/**
 * The field of a form that uploads what is chosen. The form can't be submitted while a file is under way: it would go without the file,
 * or with the one before it.
 */
export function UploadItem({ rules = [], ...item }: UploadItemProps) {
  const form = Form.useFormInstance()
  const isUploading = useRef(false)
  const { name } = item
  const report = useMemo<Report>(
    () => under => {
      isUploading.current = under
      // The refusal of an early submission ends with the upload, whatever became of it.
      if (!under && form.getFieldError(name).length) void form.validateFields([name]).catch(() => {})
    },
    [form, name],
  )
  const idle = () =>
    isUploading.current ? Promise.reject(new Error('文件还在上传，上传完成后再提交')) : Promise.resolve()
  return (
    <Reporting value={report}>
      <Form.Item {...item} validateFirst rules={[{ validator: idle }, ...rules]} />
    </Reporting>
  )
}
