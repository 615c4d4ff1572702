/** What tests use of the validator, which brings no types. */
declare module '@openactive/data-model-validator' {
  export const validate: (
    item: object,
    options: {
      validationMode: string
      loadRemoteJson: boolean
      remoteJsonCachePath: string
      remoteJsonCacheTimeToLive: number
    },
  ) => Promise<{ severity: 'failure' | 'warning' | 'suggestion'; path: string; message: string }[]>
}
