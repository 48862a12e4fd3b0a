package io.polybloom.cli.operator;

import io.polybloom.tck.BloomFilterCompatibilityKit;

/**
 * The kit as a user who has the rights that `bloom acl` prints and no others. {@code .ci/run} runs it, and says which
 * rules are left out, and why.
 */
class KitOfAppUser extends BloomFilterCompatibilityKit {

    KitOfAppUser() {
        super(new AppUserBackend());
    }
}
