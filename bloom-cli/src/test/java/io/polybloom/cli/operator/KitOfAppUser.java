package io.polybloom.cli.operator;

import io.polybloom.tck.BloomFilterCompatibilityKit;

/** The kit as a user who has the rights that `bloom acl` prints and no others; the whole check runs it. */
class KitOfAppUser extends BloomFilterCompatibilityKit {

    KitOfAppUser() {
        super(new AppUserBackend());
    }
}
