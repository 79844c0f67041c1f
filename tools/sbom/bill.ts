/** What is read and written of a CycloneDX bill, as `npm sbom` makes it. */
export interface Bill {
  readonly specVersion: string;
  readonly metadata: { readonly component: BillComponent };
  readonly components: readonly BillComponent[];
  readonly dependencies: readonly BillDependency[];
}

/** A package in a bill. */
export interface BillComponent {
  readonly "bom-ref": string;
  readonly type: string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly scope?: string;
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
  readonly externalReferences?: readonly { readonly type: string; readonly url: string }[];
  readonly licenses?: readonly unknown[];
}

/** What a component of a bill needs, by `bom-ref`. */
export interface BillDependency {
  readonly ref: string;
  readonly dependsOn?: readonly string[];
}
