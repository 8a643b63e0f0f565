import { CopyButton } from './copy-button.tsx'

/** An address in a list, which is copied with one click. */
export const CopiedAddress = ({ address }: { address: string }) => (
  <span className="copied">
    <code>{address}</code>
    <CopyButton text={address} label="地址" />
  </span>
)
