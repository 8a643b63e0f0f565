import { type DroppedFile, FileDrop, type FileFieldProps } from '#web/ui/file-drop/file-drop.tsx'

export type Licence = DroppedFile

export const LicenceUpload = (field: FileFieldProps) => (
  <FileDrop {...field} purpose="licence" noun="营业执照" hint="四角完整、文字清晰" />
)
