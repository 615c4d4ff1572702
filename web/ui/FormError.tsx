import { Notice } from './Notice.tsx'

/** Why a form was refused. What is wrong with single answers is beside their fields. */
export const FormError = ({ error }: { error: { code: string; message: string } | null }) =>
  error === null || error.code === 'invalid' ? null : (
    <Notice colour="danger" role="alert">
      <p>{error.message}</p>
    </Notice>
  )
